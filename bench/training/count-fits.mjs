/** Counts a learner's fits from now on, and the seconds that they take. */
export function countFits(learner) {
  const count = { fits: 0, seconds: 0 };
  const train = learner.fit.bind(learner);
  learner.fit = async (...given) => {
    const start = performance.now();
    await train(...given);
    count.fits++;
    count.seconds += (performance.now() - start) / 1000;
  };
  return count;
}
