/**
 * The joints of a planar arm of length 1 from its base, (0, 0), to its end.
 * @param genome - `(joints)`: each joint turns by gene · π/2 against the link before.
 * @returns `(joints + 1)`
 */
export function armPoints(genome: ArrayLike<number>): [x: number, y: number][] {
  const joints = genome.length;
  const points: [number, number][] = [[0, 0]];
  let [x, y, angle] = [0, 0, 0];
  for (let j = 0; j < joints; j++) {
    angle += (genome[j]! * Math.PI) / 2;
    x += Math.cos(angle) / joints;
    y += Math.sin(angle) / joints;
    points.push([x, y]);
  }
  return points;
}
