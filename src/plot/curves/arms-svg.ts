import { argumentError, checkArray, checkOptions } from '../../core/index.ts';
import { checkTexts, lineColours, pictureWidth, px, svgDocument, svgTitle } from '../svg/svg-document.ts';
import { armPoints } from './arm-points.ts';

/** A planar arm and where its end should be. */
export interface Arm {
  /** `(joints)` in [-1, 1]: each joint turns by gene · π/2 against the link before. */
  readonly genome: ArrayLike<number>;
  /** `(2)` in [0, 1], descriptor units. */
  readonly target?: ArrayLike<number> | undefined;
}

/** Options of {@link armsSvg}. */
export interface ArmsSvgOptions {
  readonly arms: readonly Arm[];
  /** Heading in the picture. */
  readonly title?: string | undefined;
  /** A second line in grey. */
  readonly subtitle?: string | undefined;
}

const margin = 16;
/** Arms with more joints are drawn without dots: they would be a thick line. */
const mostDots = 50;

/**
 * Draws planar arms from their common base, with joints (up to 50) and end effectors as dots and targets as rings, inside the circle
 * that they reach. A complete SVG of 474 px width, light or dark as its reader's screen. Texts that are too long are shortened in the middle.
 * @throws ARGUMENT if `arms` is no list, or an arm has no joint or a gene that is not finite.
 */
export function armsSvg(options: ArmsSvgOptions): string {
  checkOptions('armsSvg', options, ['arms', 'title', 'subtitle']);
  checkTexts('armsSvg', options);
  const { arms, title, subtitle } = options;
  checkArray('armsSvg', 'arms', arms);
  const top = subtitle !== undefined ? 60 : title !== undefined ? 44 : margin;
  const radius = pictureWidth / 2 - margin;
  const at = (x: number, y: number): [number, number] => [pictureWidth / 2 + x * radius, top + radius - y * radius];
  const [cx, cy] = at(0, 0);
  const disc = `<circle class="empty" cx="${px(cx)}" cy="${px(cy)}" r="${px(radius)}"/>`;
  const bodies = arms.map((arm, i) => armBody(arm, i % lineColours, at));
  const goals = arms.map(({ target }) => (target === undefined ? '' : goal(target, at)));
  const base = `<circle class="name" cx="${px(cx)}" cy="${px(cy)}" r="4"/>`;
  const body = svgTitle(title, subtitle) + disc + bodies.join('') + goals.join('') + base;
  const label = `${title ?? 'Planar arms'}: ${arms.length} arms with their end effectors and targets`;
  return svgDocument({ height: Math.ceil(top + 2 * radius + margin), label, body });
}

type At = (x: number, y: number) => [number, number];

function armBody({ genome }: Arm, colour: number, at: At): string {
  const joints = genome?.length ?? 0;
  if (joints === 0 || !Array.from(genome).every(Number.isFinite)) {
    throw argumentError('armsSvg', 'genome', 'have at least one gene, all finite', genome);
  }
  const points = armPoints(genome).map(([x, y]) => at(x, y));
  const line = `<path class="arm line${colour}" d="M${points.map((point) => point.map(px).join(' ')).join('L')}"/>`;
  const inner = joints > mostDots ? [] : points.slice(1, -1);
  return line + inner.map((point) => dot(point, 1.6, colour)).join('') + dot(points.at(-1)!, 3.2, colour);
}

function dot([x, y]: readonly [number, number], radius: number, colour: number): string {
  return `<circle class="joint name${colour}" cx="${px(x)}" cy="${px(y)}" r="${radius}"/>`;
}

function goal(target: ArrayLike<number>, at: At): string {
  const [x, y] = at(2 * target[0]! - 1, 2 * target[1]! - 1);
  return `<circle class="goal" cx="${px(x)}" cy="${px(y)}" r="6"/>`;
}
