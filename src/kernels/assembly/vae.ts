// The paper's variational autoencoder [Kingma2014, Gaier2020]: inputs -> ReLU(hidden) -> (mu, log variance) of latent ->
// ReLU(hidden) -> tanh(inputs); loss = sum of squared errors over the minibatch + beta KL, KL summed over latents and rows
// and divided by the rows. All matrices are in the panels of gemm.ts; a layer's weights have shape (in, out).

import { adamLayer, adamStep } from './adam';
import { product, transpose, transposePanel } from './gemm';
import { exp4, tanh4 } from './single-precision';

/** The network's state and the addresses of its parts, at the address that every function here takes. */
@unmanaged
export class Network {
  // Adam: rate, beta1^t, beta2^t; weight of KL; results of the last step.
  rate: f64; power1: f64; power2: f64; beta: f64; squaredError: f64; kl: f64;
  // Sizes: numbers, and panels of eight; rows that the activations have room for; bytes of a panel of activations.
  inputs: i32; hidden: i32; latent: i32; inputPanels: i32; hiddenPanels: i32; latentPanels: i32; capacity: i32; step: i32;
  // Parameters: address and bytes of all; the four layers; mu and log variance are one layer. Adam's m and v follow.
  parameters: usize; parameterBytes: usize;
  w1: usize; b1: usize; w2: usize; b2: usize; w3: usize; b3: usize; w4: usize; b4: usize;
  // Activations, `step` bytes a panel: input, hidden, (mu, log variance), latent, hidden, output.
  x: usize; h1: usize; ml: usize; z: usize; h2: usize; y: usize;
  // The noise, (rows, latent).
  noise: usize;
  // Derivatives of the loss: by the hidden layers; by (mu, log variance); and transposed, panels of eight rows.
  dh: usize; dml: usize; dyT: usize; dhT: usize; dzT: usize; dmlT: usize;
  // Where the caller's memory begins.
  end: usize;
}

// @ts-ignore: decorator
@inline
function panels(numbers: i32): i32 {
  return (numbers + 7) >> 3;
}

// Bytes from one panel to the next in a matrix of 8 `rowPanels` rows: 64 more than the panel has, since at a distance of a
// power of two all panels would compete for the same few lines of L1. What lies between is never touched.
// @ts-ignore: decorator
@inline
function panelStep(rowPanels: usize): usize {
  return (rowPanels << 8) + 64;
}

// Bytes of a matrix of 8 `rowPanels` rows and `columnPanels` panels.
// @ts-ignore: decorator
@inline
function bytes(rowPanels: usize, columnPanels: usize): usize {
  return panelStep(rowPanels) * columnPanels;
}

/** Lays the parameters out from `at` on, 16-aligned; with room for Adam's averages, if `training`. Answers with the end. */
export function vaeParameters(net: Network, at: usize, training: bool): usize {
  net.inputPanels = panels(net.inputs);
  net.hiddenPanels = panels(net.hidden);
  net.latentPanels = panels(net.latent);
  const n = <usize>net.inputPanels, h = <usize>net.hiddenPanels, z = <usize>net.latentPanels;
  net.parameters = at;
  net.w1 = at; at += bytes(n, h);
  net.b1 = at; at += h << 5;
  net.w2 = at; at += bytes(h, 2 * z);
  net.b2 = at; at += z << 6;
  net.w3 = at; at += bytes(z, h);
  net.b3 = at; at += h << 5;
  net.w4 = at; at += bytes(h, n);
  net.b4 = at; at += n << 5;
  net.parameterBytes = at - net.parameters;
  return training ? at + 2 * net.parameterBytes : at;
}

/** Lays activations for `capacity` rows, a multiple of 8, out from `at` on, and derivatives if `training`. */
export function vaeActivations(net: Network, at: usize, capacity: i32, training: bool): usize {
  const n = <usize>net.inputPanels, h = <usize>net.hiddenPanels, z = <usize>net.latentPanels, r = <usize>capacity >> 3;
  net.capacity = capacity;
  const step = panelStep(r);
  net.step = <i32>step;
  net.x = at; at += n * step;
  net.h1 = at; at += h * step;
  net.ml = at; at += 2 * z * step;
  net.z = at; at += z * step;
  net.h2 = at; at += h * step;
  net.y = at; at += n * step;
  if (training) {
    net.noise = at; at += ((<usize>capacity * <usize>net.latent) << 2) + 15 & ~15;
    net.dh = at; at += h * step;
    net.dml = at; at += 2 * z * step;
    net.dyT = at; at += bytes(n, r);
    net.dhT = at; at += bytes(h, r);
    net.dzT = at; at += bytes(z, r);
    net.dmlT = at; at += bytes(2 * z, r);
  }
  net.end = at;
  return at;
}

/** Gathers rows `order[0..rows)` of the data, (rows, 8 inputPanels) row-major, into the input's panels. */
function gather(net: Network, data: usize, order: usize, rows: i32): void {
  const n = net.inputPanels, step = <usize>net.step;
  const rowBytes = <usize>n << 5;
  let to = net.x, r = 0;
  for (; r + 2 <= rows; r += 2, to += 64) {
    let a = data + <usize>load<i32>(order + (<usize>r << 2)) * rowBytes;
    let b = data + <usize>load<i32>(order + (<usize>r << 2), 4) * rowBytes;
    let at = to;
    for (let p = 0; p < n; p++, a += 32, b += 32, at += step) {
      v128.store(at, v128.load(a));
      v128.store(at, v128.load(a, 16), 16);
      v128.store(at, v128.load(b), 32);
      v128.store(at, v128.load(b, 16), 48);
    }
  }
  if (r == rows) return;
  let a = data + <usize>load<i32>(order + (<usize>r << 2)) * rowBytes;
  for (let p = 0; p < n; p++, a += 32, to += step) {
    v128.store(to, v128.load(a));
    v128.store(to, v128.load(a, 16), 16);
  }
}

/** Adds the bias, and with `rectified` takes max(0, a) (NaN stays), in place; `count` panels of `rows` rows. */
function addBias(a: usize, count: i32, step: usize, rows: i32, bias: usize, rectified: bool): void {
  const floor = f32x4.splat(rectified ? 0 : -Infinity);
  for (let p = 0; p < count; p++, a += step, bias += 32) {
    const b0 = v128.load(bias), b1 = v128.load(bias, 16);
    for (let at = a, end = a + (<usize>rows << 5); at < end; at += 32) {
      v128.store(at, f32x4.pmax(f32x4.add(v128.load(at), b0), floor));
      v128.store(at, f32x4.pmax(f32x4.add(v128.load(at, 16), b1), floor), 16);
    }
  }
}

/** Sets d to zero where the activation a is zero. */
function mask(d: usize, a: usize, count: i32, step: usize, rows: i32): void {
  const zero = f32x4.splat(0);
  for (let p = 0; p < count; p++, a += step, d += step) {
    for (let i: usize = 0, end = <usize>rows << 5; i < end; i += 16) {
      v128.store(d + i, v128.and(v128.load(d + i), f32x4.gt(v128.load(a + i), zero)));
    }
  }
}

/** From the input's panels to (mu, log variance), `rows` a multiple of 4. */
export function vaeEncode(net: Network, rows: i32): void {
  const n = net.inputPanels, h = net.hiddenPanels, z = net.latentPanels, step = <usize>net.step;
  product(net.x, step, rows, n, net.w1, panelStep(n), h, net.h1, step);
  addBias(net.h1, h, step, rows, net.b1, true);
  product(net.h1, step, rows, h, net.w2, panelStep(h), 2 * z, net.ml, step);
  addBias(net.ml, 2 * z, step, rows, net.b2, false);
}

/** From the latents' panels to the second hidden layer. */
function decodeHidden(net: Network, rows: i32): void {
  const h = net.hiddenPanels, z = net.latentPanels, step = <usize>net.step;
  product(net.z, step, rows, z, net.w3, panelStep(z), h, net.h2, step);
  addBias(net.h2, h, step, rows, net.b3, true);
}

/** From the latents' panels to the output's, `rows` a multiple of 4. */
export function vaeDecode(net: Network, rows: i32): void {
  decodeHidden(net, rows);
  const n = net.inputPanels, h = net.hiddenPanels, step = <usize>net.step;
  for (let p = 0, y = net.y, w = net.w4; p < n; p++, y += step, w += panelStep(h)) {
    product(net.h2, step, rows, h, w, 0, 1, y, step);
    const bias = net.b4 + (<usize>p << 5), b0 = v128.load(bias), b1 = v128.load(bias, 16);
    for (let at = y, end = y + (<usize>rows << 5); at < end; at += 32) {
      v128.store(at, tanh4(f32x4.add(v128.load(at), b0)));
      v128.store(at, tanh4(f32x4.add(v128.load(at, 16), b1)), 16);
    }
  }
}

/** Copies mu to the latents: encoding without sampling. */
export function vaeMeans(net: Network): void {
  memory.copy(net.z, net.ml, <usize>net.latentPanels * <usize>net.step);
}

// @ts-ignore: decorator
@inline
function sum4(a: v128): f64 {
  return (<f64>f32x4.extract_lane(a, 0) + <f64>f32x4.extract_lane(a, 1))
    + (<f64>f32x4.extract_lane(a, 2) + <f64>f32x4.extract_lane(a, 3));
}

// Four of the noise's numbers of one row, those past the last latent zero.
// @ts-ignore: decorator
@inline
function noise4(at: usize, left: i32): v128 {
  return v128.and(v128.load(at), i32x4.gt_s(i32x4.splat(left), i32x4(0, 1, 2, 3)));
}

/** z = mu + noise exp(log variance / 2), and KL. */
function sample(net: Network, rows: i32): void {
  const z = net.latentPanels, step = <usize>net.step, half = f32x4.splat(0.5), one = f32x4.splat(1);
  let kl: f64 = 0;
  for (let p = 0; p < z; p++) {
    const mu = net.ml + <usize>p * step, logvar = mu + <usize>z * step, to = net.z + <usize>p * step;
    let sum = f32x4.splat(0);
    for (let r = 0; r < rows; r++) {
      for (let c = 0; c < 8; c += 4) {
        const i = (<usize>r << 5) + (<usize>c << 2), column = (p << 3) + c;
        const m = v128.load(mu + i), l = v128.load(logvar + i);
        const e = noise4(net.noise + (<usize>(r * net.latent + column) << 2), net.latent - column);
        v128.store(to + i, f32x4.add(m, f32x4.mul(e, exp4(f32x4.mul(l, half)))));
        sum = f32x4.add(sum, f32x4.sub(f32x4.sub(f32x4.add(one, l), f32x4.mul(m, m)), exp4(l)));
      }
    }
    kl += sum4(sum);
  }
  net.kl = -0.5 * kl / <f64>rows;
}

/** The output, the squared error, and its derivative by the output before tanh, in y and transposed in dyT. */
function output(net: Network, rows: i32, padded: i32, backward: bool): void {
  const n = net.inputPanels, h = net.hiddenPanels, step = <usize>net.step, dyStep = panelStep(n);
  const one = f32x4.splat(1);
  let error: f64 = 0;
  for (let p = 0; p < n; p++) {
    const y = net.y + <usize>p * step, x = net.x + <usize>p * step;
    product(net.h2, step, padded, h, net.w4 + <usize>p * panelStep(h), 0, 1, y, step);
    const bias = net.b4 + (<usize>p << 5), b0 = v128.load(bias), b1 = v128.load(bias, 16);
    let sum = f32x4.splat(0);
    for (let at = y, xt = x, end = y + (<usize>rows << 5); at < end; at += 32, xt += 32) {
      const t0 = tanh4(f32x4.add(v128.load(at), b0)), t1 = tanh4(f32x4.add(v128.load(at, 16), b1));
      const d0 = f32x4.sub(t0, v128.load(xt)), d1 = f32x4.sub(t1, v128.load(xt, 16));
      sum = f32x4.add(sum, f32x4.add(f32x4.mul(d0, d0), f32x4.mul(d1, d1)));
      v128.store(at, f32x4.mul(f32x4.add(d0, d0), f32x4.sub(one, f32x4.mul(t0, t0))));
      v128.store(at, f32x4.mul(f32x4.add(d1, d1), f32x4.sub(one, f32x4.mul(t1, t1))), 16);
    }
    error += sum4(sum);
    if (backward) transposePanel(y, padded >> 3, net.dyT + (<usize>p << 8), dyStep);
  }
  net.squaredError = error;
}

/** From the derivative by the latents, in dml's first panels, to that by (mu, log variance). */
function sampleBackward(net: Network, rows: i32): void {
  const z = net.latentPanels, step = <usize>net.step, half = f32x4.splat(0.5), one = f32x4.splat(1);
  const weight = f32x4.splat(<f32>(net.beta / <f64>rows));
  for (let p = 0; p < z; p++) {
    const mu = net.ml + <usize>p * step, logvar = mu + <usize>z * step;
    const dmu = net.dml + <usize>p * step, dlogvar = dmu + <usize>z * step;
    for (let r = 0; r < rows; r++) {
      for (let c = 0; c < 8; c += 4) {
        const i = (<usize>r << 5) + (<usize>c << 2), column = (p << 3) + c;
        const l = v128.load(logvar + i), dz = v128.load(dmu + i);
        const e = noise4(net.noise + (<usize>(r * net.latent + column) << 2), net.latent - column);
        const spread = f32x4.mul(f32x4.mul(dz, e), f32x4.mul(half, exp4(f32x4.mul(l, half))));
        const prior = f32x4.mul(weight, f32x4.mul(half, f32x4.sub(exp4(l), one)));
        v128.store(dmu + i, f32x4.add(dz, f32x4.mul(weight, v128.load(mu + i))));
        v128.store(dlogvar + i, f32x4.add(spread, prior));
      }
    }
  }
}

/** Back through the decoder; Adam on its weights; then the encoder. Each layer's derivative is taken before its update. */
function backward(net: Network, rows: i32, padded: i32): void {
  const n = net.inputPanels, h = net.hiddenPanels, z = net.latentPanels, r = padded >> 3;
  const step = <usize>net.step, mv = net.parameterBytes;
  const nStep = panelStep(n), hStep = panelStep(h), zStep = panelStep(z), mlStep = panelStep(2 * z);
  net.power1 *= 0.9;
  net.power2 *= 0.999;
  adamStep(net.rate, net.power1, net.power2);

  product(net.w4, hStep, h << 3, n, net.dyT, nStep, r, net.dhT, hStep);
  adamLayer(net.h2, h, net.y, n, step, rows, net.w4, hStep, net.b4, mv);
  transpose(net.dhT, hStep, h, r, net.dh, step);
  mask(net.dh, net.h2, h, step, padded);

  transpose(net.dh, step, r, h, net.dhT, hStep);
  product(net.w3, zStep, z << 3, h, net.dhT, hStep, r, net.dzT, zStep);
  adamLayer(net.z, z, net.dh, h, step, rows, net.w3, zStep, net.b3, mv);
  transpose(net.dzT, zStep, z, r, net.dml, step);
  sampleBackward(net, rows);

  transpose(net.dml, step, r, 2 * z, net.dmlT, mlStep);
  product(net.w2, hStep, h << 3, 2 * z, net.dmlT, mlStep, r, net.dhT, hStep);
  adamLayer(net.h1, h, net.dml, 2 * z, step, rows, net.w2, hStep, net.b2, mv);
  transpose(net.dhT, hStep, h, r, net.dh, step);
  mask(net.dh, net.h1, h, step, padded);
  adamLayer(net.x, n, net.dh, h, step, rows, net.w1, nStep, net.b1, mv);
}

/**
 * One minibatch: rows `order[0..rows)` of `data`, noise (rows, latent) in place. Sets squaredError and kl, of the weights
 * before the step; with `train`, takes the step.
 */
export function vaeStep(net: Network, data: usize, order: usize, rows: i32, train: bool): void {
  const padded = (rows + 7) & ~7;
  gather(net, data, order, rows);
  vaeEncode(net, padded);
  sample(net, rows);
  decodeHidden(net, padded);
  output(net, rows, padded, train);
  if (train) backward(net, rows, padded);
}

/** Whether all float32 numbers in [from, end) are finite; both multiples of 16. */
export function allFinite(from: usize, end: usize): bool {
  const zero = f32x4.splat(0);
  let sum = zero;
  for (; from < end; from += 16) sum = f32x4.add(sum, f32x4.mul(v128.load(from), zero));
  return i32x4.all_true(f32x4.eq(sum, sum));
}
