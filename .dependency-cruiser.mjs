// The floors of CONTRIBUTING.md as rules: a room imports only from floors below it, through the other room's index.ts.
// test/floors plants a violation of each rule and sees it found. CONTRIBUTING.md explains the plan.

/** From the ground up. Rooms of one floor don't know each other. */
export const floors = [
  ['core'],
  ['kernels', 'formats'],
  ['random', 'linalg', 'statistics'],
  ['archives', 'encodings', 'bandits'],
  ['learners', 'pca', 'domains', 'optimizers'],
  ['variation', 'tfjs'],
  ['emitters'],
  ['search'],
  ['run', 'plot', 'npy', 'workers'],
  ['node', 'paper', 'explorer'],
  ['cli', 'testing'],
];

/** One third-party library has one owner room. */
export const owners = {
  'pure-rand': 'random',
  '@tensorflow/tfjs': 'tfjs',
  'ml-matrix': 'pca',
};

/** Rooms that may use Node's own modules. */
const nodeRooms = ['cli', 'node'];

const anyOf = (names) => `(?:${names.join('|')})`;
const rooms = floors.flat();

const roomRules = floors.flatMap((floor, height) =>
  floor.map((room) => ({
    name: `floors/${room}`,
    comment: `${room} imports only from the floors below ${height + 1}.`,
    severity: 'error',
    from: { path: `^src/${room}/` },
    to: { path: '^src/', pathNot: [`^src/${anyOf([room, ...floors.slice(0, height).flat()])}/`] },
  })),
);

const ownerRules = Object.entries(owners).map(([library, room]) => ({
  name: `owner/${library}`,
  comment: `Only ${room} imports ${library}.`,
  severity: 'error',
  from: { path: '^src/', pathNot: `^src/${room}/` },
  to: { path: `(?:^|/)node_modules/(?:@types/)?${library}(?:/|$)|^${library}(?:/|$)` },
}));

const libraries = Object.keys(owners);

export default {
  forbidden: [
    ...roomRules,
    ...ownerRules,
    {
      name: 'owner/none',
      comment: 'A third-party library needs an owner room: name it in .dependency-cruiser.mjs.',
      severity: 'error',
      from: { path: '^src/' },
      to: {
        path: 'node_modules/',
        pathNot: `(?:^|/)node_modules/(?:@types/)?${anyOf(libraries)}(?:/|$)`,
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'doors',
      comment: 'Another room is entered through its index.ts.',
      severity: 'error',
      from: { path: '^src/([^/]+)/' },
      to: { path: '^src/[^/]+/.', pathNot: ['^src/$1/', '^src/[^/]+/index\\.ts$'] },
    },
    {
      name: 'doors/entry',
      comment:
        "The package's entry, too, enters rooms through their index.ts; but paper for its settings only, so that it does not load the experiments.",
      severity: 'error',
      from: { path: '^src/[^/]+$' },
      to: { path: '^src/', pathNot: '^src/(?:[^/]+/index|paper/paper-settings)\\.ts$' },
    },
    {
      name: 'rooms',
      comment: `A folder of src is a room of the plan (${rooms.join(', ')}).`,
      severity: 'error',
      from: {},
      to: { path: '^src/[^/]+/', pathNot: `^src/${anyOf(rooms)}/` },
    },
    {
      name: 'rooms/unknown',
      comment:
        'A folder of src is a room of the plan: add it to .dependency-cruiser.mjs, or find the room it belongs in.',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: `^src/${anyOf(rooms)}/` },
      to: {},
    },
    {
      name: 'no-utils',
      comment: 'A thing has a name, and so has the room it lives in.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '/(?:utils?|helpers?|common|misc)(?:/|\\.ts$)', pathNot: 'node_modules/' },
    },
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one, or three.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'node-rooms',
      comment: `Only ${nodeRooms.join(' and ')} use Node's modules: everything else runs in a browser.`,
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/${anyOf(nodeRooms)}/` },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-way-out',
      comment: 'Sources import sources and libraries, not tests, scripts or the built package.',
      severity: 'error',
      from: { path: '^src/' },
      to: { pathNot: ['^src/', 'node_modules/'], dependencyTypesNot: ['core'], couldNotResolve: false },
    },
    {
      name: 'resolvable',
      comment: 'What is imported exists.',
      severity: 'error',
      from: { path: '^src/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^src/kernels/assembly/' },
    // Types count: a room that needs a type of another room knows that room.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['types', 'import', 'require', 'default'] },
  },
};
