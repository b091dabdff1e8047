/** Walls of a maze in the unit square: x1, y1, x2, y2. */
const WALLS = Float64Array.from(
  [
    [0, 0, 1, 0],
    [1, 0, 1, 1],
    [1, 1, 0, 1],
    [0, 1, 0, 0],
    [0.25, 0, 0.25, 0.7],
    [0.5, 1, 0.5, 0.35],
    [0.5, 0.35, 0.65, 0.35],
    [0.75, 0, 0.75, 0.6],
    [0.75, 0.75, 1, 0.75],
    [0.25, 0.7, 0.38, 0.7],
  ].flat(),
);
const RAYS = 6;
const RANGE = 0.3;
const STEPS = 100;
const SPEED = 0.03;
const HIDDEN = 8;
const INPUTS = RAYS + 2;

/** Distance from a point along a direction to the nearest wall, at most `range`. */
function distance(x, y, dx, dy, range) {
  let nearest = range;
  for (let wall = 0; wall < WALLS.length; wall += 4) {
    const x1 = WALLS[wall];
    const y1 = WALLS[wall + 1];
    const ex = WALLS[wall + 2] - x1;
    const ey = WALLS[wall + 3] - y1;
    const cross = dx * ey - dy * ex;
    if (Math.abs(cross) < 1e-12) continue;
    const along = ((x1 - x) * ey - (y1 - y) * ex) / cross;
    const on = ((x1 - x) * dy - (y1 - y) * dx) / cross;
    if (along >= 0 && along < nearest && on >= 0 && on <= 1) nearest = along;
  }
  return nearest;
}

/**
 * A robot in a maze: the 90 weights of a network with 8 inputs (6 range finders, sine and cosine of the heading), 8 hidden units and 2
 * outputs (turn and speed), each in [-3, 3]. Descriptor: where it is after 100 steps. Fitness: 1 minus
 * the mean of |turn| divided by the largest turn, so that straight ways are the better ones.
 */
export function mazeRobot() {
  return {
    name: 'maze robot',
    genome: { dimensions: INPUTS * HIDDEN + HIDDEN + HIDDEN * 2 + 2, lower: -3, upper: 3 },
    descriptor: { dimensions: 2, lower: 0, upper: 1 },
    fitnessFloor: 0,
    evaluate(weights) {
      let x = 0.1;
      let y = 0.1;
      let heading = Math.PI / 2;
      let turns = 0;
      const inputs = new Float64Array(INPUTS);
      const hidden = new Float64Array(HIDDEN);
      const outputs = new Float64Array(2);
      for (let step = 0; step < STEPS; step++) {
        for (let ray = 0; ray < RAYS; ray++) {
          const angle = heading + ((ray - (RAYS - 1) / 2) * Math.PI) / RAYS;
          inputs[ray] = distance(x, y, Math.cos(angle), Math.sin(angle), RANGE) / RANGE;
        }
        inputs[RAYS] = Math.sin(heading);
        inputs[RAYS + 1] = Math.cos(heading);
        let at = 0;
        for (let h = 0; h < HIDDEN; h++) {
          let sum = 0;
          for (let i = 0; i < INPUTS; i++) sum += weights[at++] * inputs[i];
          hidden[h] = Math.tanh(sum + weights[at++]);
        }
        for (let o = 0; o < 2; o++) {
          let sum = 0;
          for (let h = 0; h < HIDDEN; h++) sum += weights[at++] * hidden[h];
          outputs[o] = Math.tanh(sum + weights[at++]);
        }
        heading += 0.5 * outputs[0];
        turns += Math.abs(outputs[0]);
        const dx = Math.cos(heading);
        const dy = Math.sin(heading);
        const wanted = (SPEED * (outputs[1] + 1)) / 2;
        const way = Math.min(wanted, Math.max(0, distance(x, y, dx, dy, 1) - 0.01));
        x += way * dx;
        y += way * dy;
      }
      return { fitness: 1 - turns / STEPS, descriptor: [x, y] };
    },
  };
}
