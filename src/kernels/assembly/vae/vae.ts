// The paper's variational autoencoder [Kingma2014, Gaier2020]: inputs -> ReLU(hidden) -> (mu, log variance) of latent ->
// ReLU(hidden) -> tanh(inputs); loss = sum of squared errors over the minibatch + beta KL, KL summed over latents and rows
// and divided by the rows.
//
// A training step is cut into phases, and each phase into shares of panels: threads may do one share each, if all of them
// end a phase before any begins the next. Every number is computed whole by one of them, so their number changes no bit.

import { adamLayer, adamStep } from './adam';
import { product, transpose, transposePanel } from './gemm';
import { gather, layer, mask, panelStep } from './layer';
import { exp4, tanh4 } from './single-precision';

/** The network's state and the addresses of its parts. ../../vae/vae-memory.ts writes them, and counts on their order. */
@unmanaged
export class Network {
  // Adam: rate, beta1^t, beta2^t; weight of KL; results of the last step.
  rate: f64; power1: f64; power2: f64; beta: f64; squaredError: f64; kl: f64;
  // Latents; panels of eight; bytes from one panel of activations to the next.
  latent: i32; inputPanels: i32; hiddenPanels: i32; latentPanels: i32; step: i32;
  // Parameters: their bytes; the four layers; mu and log variance are one layer. Adam's m and v follow.
  parameterBytes: usize;
  w1: usize; b1: usize; w2: usize; b2: usize; w3: usize; b3: usize; w4: usize; b4: usize;
  // Activations: input, one copy a share; hidden, (mu, log variance), latent, hidden, output.
  x: usize; h1: usize; ml: usize; z: usize; h2: usize; y: usize;
  // The noise, (rows, latent).
  noise: usize;
  // Derivatives of the loss: by the hidden layers; by (mu, log variance); and transposed, panels of eight rows.
  dh: usize; dml: usize; dyT: usize; dhT: usize; dzT: usize; dmlT: usize;
  // Squared error of each of the input's panels, and KL of each of the latent's, float64.
  errors: usize; kls: usize;
}

/** From the input's panels at `x` to `count` panels of the first hidden layer. */
function encodeHidden(net: Network, rows: i32, x: usize, from: i32, count: i32): void {
  layer(<usize>net.step, rows, x, net.inputPanels, net.w1, net.b1, net.h1, from, count, true);
}

/** From the first hidden layer to `count` panels of (mu, log variance). */
function encodeLatents(net: Network, rows: i32, from: i32, count: i32): void {
  layer(<usize>net.step, rows, net.h1, net.hiddenPanels, net.w2, net.b2, net.ml, from, count, false);
}

/** From the latents' panels to `count` panels of the second hidden layer. */
function decodeHidden(net: Network, rows: i32, from: i32, count: i32): void {
  layer(<usize>net.step, rows, net.z, net.latentPanels, net.w3, net.b3, net.h2, from, count, true);
}

/** From the input's panels to (mu, log variance), `rows` a multiple of 4. */
export function vaeEncode(net: Network, rows: i32): void {
  encodeHidden(net, rows, net.x, 0, net.hiddenPanels);
  encodeLatents(net, rows, 0, 2 * net.latentPanels);
}

/** From the latents' panels to the output's, `rows` a multiple of 4. */
export function vaeDecode(net: Network, rows: i32): void {
  decodeHidden(net, rows, 0, net.hiddenPanels);
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

/** z = mu + noise exp(log variance / 2), and KL, of `count` panels. */
function sample(net: Network, rows: i32, from: i32, count: i32): void {
  const z = net.latentPanels, step = <usize>net.step, half = f32x4.splat(0.5), one = f32x4.splat(1);
  for (let p = from; p < from + count; p++) {
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
    store<f64>(net.kls + (<usize>p << 3), sum4(sum));
  }
}

/** The output, its squared error beside the input at `input`, and the derivative by what tanh is of, in y and transposed in dyT. */
function output(net: Network, rows: i32, padded: i32, train: bool, input: usize, from: i32, count: i32): void {
  const n = net.inputPanels, h = net.hiddenPanels, step = <usize>net.step, dyStep = panelStep(n);
  const one = f32x4.splat(1);
  for (let p = from; p < from + count; p++) {
    const y = net.y + <usize>p * step, x = input + <usize>p * step;
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
    store<f64>(net.errors + (<usize>p << 3), sum4(sum));
    if (train) transposePanel(y, padded >> 3, net.dyT + (<usize>p << 8), dyStep);
  }
}

/** The sums of the panels' losses, in their order. */
function losses(net: Network, rows: i32): void {
  let error: f64 = 0, kl: f64 = 0;
  for (let p = 0; p < net.inputPanels; p++) error += load<f64>(net.errors + (<usize>p << 3));
  for (let p = 0; p < net.latentPanels; p++) kl += load<f64>(net.kls + (<usize>p << 3));
  net.squaredError = error;
  net.kl = -0.5 * kl / <f64>rows;
}

/** From the derivative by the latents, in dml's first panels, to that by (mu, log variance); `count` panels. */
function sampleBackward(net: Network, rows: i32, from: i32, count: i32): void {
  const z = net.latentPanels, step = <usize>net.step, half = f32x4.splat(0.5), one = f32x4.splat(1);
  const weight = f32x4.splat(<f32>(net.beta / <f64>rows));
  for (let p = from; p < from + count; p++) {
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

/** The derivative by `count` panels of a hidden layer `a`, in dh, from that in dhT. */
function hiddenBackward(net: Network, padded: i32, a: usize, from: i32, count: i32): void {
  const step = <usize>net.step, start = <usize>from * step;
  transpose(net.dhT + (<usize>from << 8), panelStep(net.hiddenPanels), count, padded >> 3, net.dh + start, step);
  mask(net.dh + start, a + start, count, step, padded);
}

/** Adam on `count` panels of a layer's weights, from its input `a` and the derivative `d` by its output. */
function adam(
  net: Network, rows: i32, a: usize, panels: i32, d: usize, w: usize, bias: usize, from: i32, count: i32,
): void {
  const step = <usize>net.step, wStep = panelStep(panels), first = <usize>from;
  w += first * wStep;
  adamLayer(a, panels, d + first * step, count, step, rows, w, wStep, bias + (first << 5), net.parameterBytes);
}

/** Back from dyT to the second hidden layer, in dh and transposed in dhT; `count` panels. */
function backOutput(net: Network, padded: i32, from: i32, count: i32): void {
  const n = net.inputPanels, h = net.hiddenPanels, r = padded >> 3, step = <usize>net.step;
  const hStep = panelStep(h), at = <usize>from << 8;
  product(net.w4 + at, hStep, count << 3, n, net.dyT, panelStep(n), r, net.dhT + at, hStep);
  hiddenBackward(net, padded, net.h2, from, count);
  transpose(net.dh + <usize>from * step, step, r, count, net.dhT + at, hStep);
}

/** Back from dhT to (mu, log variance), in dml and transposed in dmlT; `count` panels of each. */
function backLatents(net: Network, rows: i32, padded: i32, from: i32, count: i32): void {
  const h = net.hiddenPanels, z = net.latentPanels, r = padded >> 3, step = <usize>net.step;
  const zStep = panelStep(z), mlStep = panelStep(2 * z), at = <usize>from << 8, mu = net.dml + <usize>from * step;
  product(net.w3 + at, zStep, count << 3, h, net.dhT, panelStep(h), r, net.dzT + at, zStep);
  transpose(net.dzT + at, zStep, count, r, mu, step);
  sampleBackward(net, rows, from, count);
  transpose(mu, step, r, count, net.dmlT + at, mlStep);
  transpose(mu + <usize>z * step, step, r, count, net.dmlT + at + (<usize>z << 8), mlStep);
}

/** Back from dmlT to `count` panels of the first hidden layer, in dh. */
function backHidden(net: Network, padded: i32, from: i32, count: i32): void {
  const h = net.hiddenPanels, z = net.latentPanels, hStep = panelStep(h), at = <usize>from << 8;
  product(net.w2 + at, hStep, count << 3, 2 * z, net.dmlT, panelStep(2 * z), padded >> 3, net.dhT + at, hStep);
  hiddenBackward(net, padded, net.h1, from, count);
}

/**
 * One phase of one minibatch, the panels of share `share` of `shares`: rows `order[0..rows)` of `data`, noise (rows, latent)
 * in place. All phases, from 0 on, set squaredError and kl, of the weights before the step; with `train`, they take the
 * step. Answers whether there is a next phase. Weights change in a phase after the last that reads them.
 */
export function vaePhase(
  net: Network, data: usize, order: usize, rows: i32, train: bool, phase: i32, share: i32, shares: i32,
): bool {
  const padded = (rows + 7) & ~7;
  const n = net.inputPanels, h = net.hiddenPanels, z = net.latentPanels;
  const n0 = n * share / shares, ns = n * (share + 1) / shares - n0;
  const h0 = h * share / shares, hs = h * (share + 1) / shares - h0;
  const z0 = z * share / shares, zs = z * (share + 1) / shares - z0;
  // Each share has all of the input, gathered anew: from another core it would come as slowly as it is multiplied.
  const x = net.x + <usize>(n * share) * <usize>net.step;
  switch (phase) {
    case 0:
      gather(n, <usize>net.step, data, order, rows, x);
      encodeHidden(net, padded, x, h0, hs);
      break;
    case 1:
      encodeLatents(net, padded, z0, zs);
      encodeLatents(net, padded, z + z0, zs);
      sample(net, rows, z0, zs);
      break;
    case 2:
      decodeHidden(net, padded, h0, hs);
      break;
    case 3:
      output(net, rows, padded, train, x, n0, ns);
      break;
    case 4:
      if (share == 0) losses(net, rows);
      if (!train) return false;
      if (share == 0) {
        net.power1 *= 0.9;
        net.power2 *= 0.999;
        adamStep(net.rate, net.power1, net.power2);
      }
      backOutput(net, padded, h0, hs);
      break;
    case 5:
      adam(net, rows, net.h2, h, net.y, net.w4, net.b4, n0, ns);
      backLatents(net, rows, padded, z0, zs);
      break;
    case 6:
      adam(net, rows, net.z, z, net.dh, net.w3, net.b3, h0, hs);
      backHidden(net, padded, h0, hs);
      adam(net, rows, x, n, net.dh, net.w1, net.b1, h0, hs);
      break;
    default:
      adam(net, rows, net.h1, h, net.dml, net.w2, net.b2, z0, zs);
      adam(net, rows, net.h1, h, net.dml, net.w2, net.b2, z + z0, zs);
      return false;
  }
  return true;
}

/** Whether all float32 numbers in [from, end) are finite; both multiples of 16. */
export function allFinite(from: usize, end: usize): bool {
  const zero = f32x4.splat(0);
  let sum = zero;
  for (; from < end; from += 16) sum = f32x4.add(sum, f32x4.mul(v128.load(from), zero));
  return i32x4.all_true(f32x4.eq(sum, sum));
}
