// What is searched: roller coasters. Change this file first, or put a problem of your own in its place.
import { defineDomain, GridArchive } from 'elites';

/** Every track begins at this height, in m. */
export const start = 50;
/** Distance along the ground from one point of a track to the next, in m. */
export const spacing = 15;
const gravity = 9.81;

export const domain = defineDomain({
  name: 'roller coasters',

  // The genome is what the search varies: here 16 heights in m.
  genome: { dimensions: 16, lower: 0, upper: 45 },

  // The descriptor says what kind a solution is, not how good it is: here the top speed in km/h, and how many m the
  // train climbs in all. The archive keeps the best solution of each kind.
  descriptor: { dimensions: 2, lower: [30, 0], upper: [120, 120] },

  // A lower bound of fitness. Optional: the QD score counts from it.
  fitnessFloor: -45,

  // Evaluates one genome. It may be asynchronous, and ask a simulator, a service or a person.
  evaluate(genome) {
    const heights = [start, ...genome];
    const speeds = heights.map((height) => Math.sqrt(2 * gravity * (start - height))); // in m/s, without friction
    let climb = 0;
    let jolt = 0;
    for (let i = 1; i < heights.length; i++) {
      const [before, here, after] = [heights[i - 1], heights[i], heights[i + 1] ?? heights[i]]; // it ends level
      climb += Math.max(0, here - before);
      const bend = Math.abs(before - 2 * here + after) / spacing ** 2;
      jolt = Math.max(jolt, (bend * speeds[i] ** 2) / gravity);
    }
    // The search maximises fitness: here minus the largest jolt, in multiples of gravity.
    return { fitness: -jolt, descriptor: [3.6 * Math.max(...speeds), climb] };
  },
});

/** Names for pictures: of the descriptors, and of fitness. */
export const labels = ['top speed, km/h', 'climb, m'];
export const fitnessLabel = 'minus jolt, g';

// Draws a genome in the pages of `elites illuminate`, on a canvas of size × size pixels. Only the text of this function goes into
// them: it can use its arguments, but nothing else of this file.
export function render(context: CanvasRenderingContext2D, genome: Float64Array, size: number) {
  const heights = [50, ...genome]; // where every track begins, in m
  const step = (size - 20) / genome.length;
  context.lineWidth = 2;
  context.lineJoin = 'round';
  context.beginPath();
  for (const [i, height] of heights.entries()) {
    context.lineTo(10 + i * step, size - 10 - (height / 50) * (size - 20));
  }
  context.stroke();
  context.globalAlpha = 0.3;
  context.fillRect(0, size - 10, size, 1); // the ground
}

/** Makes an empty archive of 30 × 30 cells: kinds of roller coasters. */
export const archive = () => new GridArchive({ domain, cells: [30, 30] });
