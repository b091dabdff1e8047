// A CommonJS module as a pool of workers loads it: counts letters.
exports.createDomain = () => ({
  genome: {
    sample: () => new Set(),
    serialize: (set) => [...set].join(' '),
    deserialize: (text) => new Set(text.split(' ')),
  },
  descriptor: { dimensions: 1, lower: 0, upper: 10 },
  evaluate(genomes) {
    const sizes = Array.from({ length: genomes.rows }, (_, i) => [...genomes.row(i)].join('').length);
    return { fitness: sizes, descriptors: sizes.map((size) => [size]) };
  },
});
