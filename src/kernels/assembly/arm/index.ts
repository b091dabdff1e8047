export { planarArm } from './planar-arm';
