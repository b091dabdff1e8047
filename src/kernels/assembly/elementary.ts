// Elementary functions of float64: AssemblyScript's own NativeMath, a port of musl, so that every engine computes the
// same bits. Error bounds are stated in ../elementary.ts.

export function exp(x: f64): f64 {
  return NativeMath.exp(x);
}

export function log(x: f64): f64 {
  return NativeMath.log(x);
}

export function tanh(x: f64): f64 {
  return NativeMath.tanh(x);
}

export function sin(x: f64): f64 {
  return NativeMath.sin(x);
}

export function cos(x: f64): f64 {
  return NativeMath.cos(x);
}
