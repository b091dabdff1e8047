export { nearest, plant, treeRoom } from './nearest';
export { arrange, scan, scanRoom } from './nearest-scan';
