// A DDE-Elites run that answers with its elites and a digest of every bit of them; the same text everywhere.
async function digest({ CvtArchive, DdeElites, planarArm, ringCentroids, run, Vae }, { learner, evaluator } = {}) {
  const domain = planarArm({ joints: 20 });
  const search = new DdeElites({
    domain,
    archive: new CvtArchive({ domain, centroids: ringCentroids({ rings: 25 }) }),
    learner: learner ?? new Vae({ inputs: 20, latent: 10 }),
    batchSize: 100,
    seed: 5,
  });
  await run(search, { evaluations: 5000, evaluator });
  const numbers = [];
  for (const { cell, fitness, descriptor, genome } of search.archive) {
    numbers.push(cell, fitness, ...descriptor, ...genome);
  }
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', Float64Array.from(numbers)));
  return search.archive.size + ' ' + Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
