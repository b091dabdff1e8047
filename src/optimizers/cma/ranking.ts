/** Row numbers by ascending cost; equal costs keep their order, and costs that are not finite come last. */
export function ranking(costs: Float64Array): Int32Array {
  const keys = costs.map((cost) => (Number.isFinite(cost) ? cost : Number.POSITIVE_INFINITY));
  return Int32Array.from(costs, (_, i) => i).sort((a, b) => {
    if (keys[a]! < keys[b]!) return -1;
    return keys[a]! > keys[b]! ? 1 : a - b;
  });
}
