// A network that predicts a number: inputs -> ReLU(hidden) -> ReLU(hidden) -> 1; loss = mean squared error of the minibatch.

import { adamLayer, adamStep } from './adam';
import { product, transpose, transposePanel } from './gemm';
import { gather, layer, mask, panelStep } from './layer';

/** The network's state and the addresses of its parts. ../../vae/regression-network.ts writes them, and counts on their order. */
@unmanaged
class Regression {
  // Adam: rate, beta1^t, beta2^t.
  rate: f64; power1: f64; power2: f64;
  // Panels of eight; rows of a minibatch, a multiple of 8; bytes of the parameters, behind which Adam's m and v follow.
  inputPanels: i32; hiddenPanels: i32; capacity: i32;
  parameterBytes: usize;
  w1: usize; b1: usize; w2: usize; b2: usize; w3: usize; b3: usize;
  // Activations, then derivatives of the loss: by a hidden layer, transposed, also for the layer below, and by the output, transposed.
  x: usize; h1: usize; h2: usize; y: usize;
  dh: usize; dhT: usize; belowT: usize; dyT: usize;
}

/** From the rows order[0..rows) of the data to the output's panel, still without its bias. */
function forward(net: Regression, data: usize, order: usize, rows: i32): void {
  const padded = (rows + 7) & ~7, n = net.inputPanels, h = net.hiddenPanels, step = panelStep(net.capacity >> 3);
  gather(n, step, data, order, rows, net.x);
  layer(step, padded, net.x, n, net.w1, net.b1, net.h1, 0, h, true);
  layer(step, padded, net.h1, h, net.w2, net.b2, net.h2, 0, h, true);
  product(net.h2, step, padded, h, net.w3, 0, 1, net.y, step);
}

/** Writes the prediction for each of the data's `rows` rows; `order` counts them up. */
export function regressionPredict(net: Regression, data: usize, order: usize, rows: i32, to: usize): void {
  const bias = load<f32>(net.b3);
  for (let start = 0; start < rows; start += net.capacity) {
    const count = min(net.capacity, rows - start);
    forward(net, data, order + (<usize>start << 2), count);
    for (let r = 0; r < count; r++, to += 4) store<f32>(to, load<f32>(net.y + (<usize>r << 5)) + bias);
  }
}

/** A layer's derivative in dh, from its transpose `dT`, where its activation `a` is not zero. */
function hiddenBackward(net: Regression, padded: i32, dT: usize, a: usize, step: usize): void {
  transpose(dT, panelStep(net.hiddenPanels), net.hiddenPanels, padded >> 3, net.dh, step);
  mask(net.dh, a, net.hiddenPanels, step, padded);
}

/** A step of Adam on a layer, from its input `a` of `panels` panels and the derivative `d` by its output of `columns`. */
function adam(net: Regression, rows: i32, step: usize, a: usize, panels: i32, d: usize, columns: i32, w: usize, bias: usize): void {
  adamLayer(a, panels, d, columns, step, rows, w, panelStep(panels), bias, net.parameterBytes);
}

/** A training step. Answers with the sum of squared errors, of the weights before it. */
function trainStep(net: Regression, data: usize, targets: usize, order: usize, rows: i32): f64 {
  const padded = (rows + 7) & ~7, blocks = padded >> 3, n = net.inputPanels, h = net.hiddenPanels;
  const step = panelStep(net.capacity >> 3), hStep = panelStep(h), yStep = panelStep(1);
  forward(net, data, order, rows);
  const bias = load<f32>(net.b3), zero = f32x4.splat(0);
  let sum: f64 = 0;
  for (let r = 0, at = net.y; r < rows; r++, at += 32) {
    const error = load<f32>(at) + bias - load<f32>(targets + (<usize>load<i32>(order + (<usize>r << 2)) << 2));
    sum += <f64>error * <f64>error;
    v128.store(at, f32x4.replace_lane(zero, 0, (error + error) / <f32>rows));
    v128.store(at, zero, 16);
  }
  net.power1 *= 0.9;
  net.power2 *= 0.999;
  adamStep(net.rate, net.power1, net.power2);
  // The weights of a layer change when the derivative by its input is known.
  transposePanel(net.y, blocks, net.dyT, yStep);
  product(net.w3, hStep, h << 3, 1, net.dyT, yStep, blocks, net.dhT, hStep);
  adam(net, rows, step, net.h2, h, net.y, 1, net.w3, net.b3);
  hiddenBackward(net, padded, net.dhT, net.h2, step);
  transpose(net.dh, step, blocks, h, net.dhT, hStep);
  product(net.w2, hStep, h << 3, h, net.dhT, hStep, blocks, net.belowT, hStep);
  adam(net, rows, step, net.h1, h, net.dh, h, net.w2, net.b2);
  hiddenBackward(net, padded, net.belowT, net.h1, step);
  adam(net, rows, step, net.x, n, net.dh, h, net.w1, net.b1);
  return sum;
}

/** Steps over the rows order[0..rows), in minibatches of `capacity`. Answers with the sum of squared errors, each of the weights before its step. */
export function regressionEpoch(net: Regression, data: usize, targets: usize, order: usize, rows: i32): f64 {
  let sum: f64 = 0;
  for (let start = 0; start < rows; start += net.capacity) {
    sum += trainStep(net, data, targets, order + (<usize>start << 2), min(net.capacity, rows - start));
  }
  return sum;
}
