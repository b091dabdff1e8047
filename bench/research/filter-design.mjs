const TAPS = 64;
const FREQUENCIES = 64;

/** cos and sin of each frequency at each tap. */
const COS = new Float64Array(TAPS * FREQUENCIES);
const SIN = new Float64Array(TAPS * FREQUENCIES);
for (let f = 0; f < FREQUENCIES; f++) {
  for (let t = 0; t < TAPS; t++) {
    const angle = (Math.PI * (f + 0.5) * t) / FREQUENCIES;
    COS[f * TAPS + t] = Math.cos(angle);
    SIN[f * TAPS + t] = Math.sin(angle);
  }
}

/**
 * Band-pass filters: 64 taps of a finite impulse response, each in [-1, 1]. Descriptor: centre and width of the band, that is mean and
 * standard deviation of the frequency, weighted with the power of the response; in units of the highest frequency. Fitness: 1 minus the
 * root mean square difference of the amplitude from the ideal rectangular band of that centre and width, in units of the amplitude
 * in the band; at least 0.
 */
export function filterDesign() {
  return {
    name: 'filter design',
    genome: { dimensions: TAPS, lower: -1, upper: 1 },
    descriptor: { dimensions: 2, lower: [0, 0], upper: [1, 0.3] },
    fitnessFloor: 0,
    evaluate(taps) {
      const power = new Float64Array(FREQUENCIES);
      let [sum, first, second] = [0, 0, 0];
      for (let f = 0; f < FREQUENCIES; f++) {
        let [re, im] = [0, 0];
        for (let t = 0; t < TAPS; t++) {
          re += taps[t] * COS[f * TAPS + t];
          im += taps[t] * SIN[f * TAPS + t];
        }
        const x = (f + 0.5) / FREQUENCIES;
        power[f] = re * re + im * im;
        sum += power[f];
        first += power[f] * x;
        second += power[f] * x * x;
      }
      if (!(sum > 1e-12)) return { fitness: 0, descriptor: [0, 0] };
      const centre = first / sum;
      const width = Math.sqrt(Math.max(0, second / sum - centre * centre));
      const half = Math.max(Math.sqrt(3) * width, 0.5 / FREQUENCIES);
      const ideal = Math.sqrt(sum / Math.max(1, 2 * half * FREQUENCIES));
      let error = 0;
      for (let f = 0; f < FREQUENCIES; f++) {
        const inside = Math.abs((f + 0.5) / FREQUENCIES - centre) <= half;
        error += (Math.sqrt(power[f]) / ideal - (inside ? 1 : 0)) ** 2;
      }
      return { fitness: Math.max(0, 1 - Math.sqrt(error / FREQUENCIES)), descriptor: [centre, width] };
    },
  };
}
