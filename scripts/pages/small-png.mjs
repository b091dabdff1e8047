// A picture as a PNG with 256 colours: a third of the bytes, and for maps of cells and text no difference that is seen.
import { crc32, deflateSync } from 'node:zlib';

/** @param tab - Any page: its canvas decodes the picture. @param png - The picture. @returns the smaller one. */
export async function smallPng(tab, png) {
  const { width, height, palette, pixels } = await tab.evaluate(fewColours, png.toString('base64'));
  const numbers = Buffer.from(pixels, 'base64');
  const rows = Buffer.alloc(height * (width + 1)); // each with its filter first: 0, none
  for (let y = 0; y < height; y++) numbers.copy(rows, y * (width + 1) + 1, y * width, (y + 1) * width);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8); // 8 bits, of a palette
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette)),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name, data) {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([size, named, sum]);
}

/** Runs in the page. The most frequent colours, told apart by 5 bits a channel, stay; the others become the nearest of them. */
async function fewColours(base64) {
  const image = new Image();
  image.src = `data:image/png;base64,${base64}`;
  await image.decode();
  const { width, height } = image;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const bins = new Map();
  const binAt = (i) => ((data[i] >> 3) << 10) | ((data[i + 1] >> 3) << 5) | (data[i + 2] >> 3);
  for (let i = 0; i < data.length; i += 4) {
    const bin = bins.get(binAt(i)) ?? { count: 0, sum: [0, 0, 0] };
    bin.count++;
    for (let c = 0; c < 3; c++) bin.sum[c] += data[i + c];
    bins.set(binAt(i), bin);
  }
  const kept = [...bins.values()].sort((a, b) => b.count - a.count).slice(0, 256);
  const palette = kept.map(({ count, sum }) => sum.map((total) => Math.round(total / count)));
  const nearest = ({ count, sum }) => {
    const far = palette.map((colour) => colour.reduce((d, value, c) => d + (value - sum[c] / count) ** 2, 0));
    return far.indexOf(Math.min(...far));
  };
  for (const bin of bins.values()) bin.number = nearest(bin);
  let pixels = '';
  for (let i = 0; i < data.length; i += 4) pixels += String.fromCharCode(bins.get(binAt(i)).number);
  return { width, height, palette: palette.flat(), pixels: btoa(pixels) };
}
