export { cos, exp, log, sin, tanh } from './elementary';
