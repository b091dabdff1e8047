export { insideBox, insideInterval, isoLine } from './iso-line';
export { fillNormals, normal } from './normals';
