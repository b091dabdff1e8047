import type { Point } from './cell-map.ts';

/** What the gestures on a map do. Places are in pixels from its upper left corner. */
export interface GestureTarget {
  /** Whether one finger moves the map, not the page. */
  readonly grabs: () => boolean;
  readonly zoom: (factor: number, x: number, y: number) => void;
  readonly pan: (dx: number, dy: number) => void;
  /** The pointer is at a place; undefined: it has left. */
  readonly point: (place: Point | undefined) => void;
  readonly tap: (x: number, y: number) => void;
}

/** Pixels that a pointer may move between down and up for a tap. */
const slack = 6;

/**
 * Wheel, drag, pinch and tap on an element. The wheel zooms while the element has the focus, or with ctrl or ⌘ held, as a pinch on a
 * touchpad has it; else it scrolls the page.
 */
export function listenGestures(element: HTMLElement, target: GestureTarget): void {
  const pointers = new Map<number, Point>();
  let moved = 0;
  element.addEventListener('wheel', (event) => turnWheel(element, target, event), { passive: false });
  element.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    if (pointers.size === 0) moved = 0;
    pointers.set(event.pointerId, placeIn(element, event));
    if (pointers.size > 1 || target.grabs() || event.pointerType === 'mouse')
      element.setPointerCapture(event.pointerId);
  });
  element.addEventListener('pointermove', (event) => {
    const place = placeIn(element, event);
    const before = pointers.get(event.pointerId);
    if (before === undefined) {
      if (event.pointerType !== 'touch') target.point(place);
      return;
    }
    const others = [...pointers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    pointers.set(event.pointerId, place);
    moved += Math.hypot(place[0] - before[0], place[1] - before[1]);
    if (others.length === 0) {
      if (moved > slack) target.pan(place[0] - before[0], place[1] - before[1]);
      return;
    }
    moved += slack;
    pinch(target, others[0]!, before, place);
  });
  const end = (event: PointerEvent): void => {
    if (!pointers.delete(event.pointerId) || event.type !== 'pointerup') return;
    if (moved <= slack && pointers.size === 0) target.tap(...placeIn(element, event));
  };
  element.addEventListener('pointerup', end);
  element.addEventListener('pointercancel', end);
  element.addEventListener('pointerleave', () => target.point(undefined));
}

function placeIn(element: HTMLElement, event: MouseEvent): [number, number] {
  const { left, top } = element.getBoundingClientRect();
  return [event.clientX - left, event.clientY - top];
}

function turnWheel(element: HTMLElement, target: GestureTarget, event: WheelEvent): void {
  const focused = (element.getRootNode() as ShadowRoot).activeElement === element;
  if (!(focused || event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  const turned = Math.max(-120, Math.min(120, event.deltaY * (event.deltaMode === 1 ? 20 : 1)));
  target.zoom(Math.exp(-turned * (event.ctrlKey ? 0.012 : 0.003)), ...placeIn(element, event));
}

/** Zooms and moves the map as one of two fingers moves. */
function pinch(target: GestureTarget, still: Point, from: Point, to: Point): void {
  const apart = (finger: Point): number => Math.max(10, Math.hypot(finger[0] - still[0], finger[1] - still[1]));
  target.pan((to[0] - from[0]) / 2, (to[1] - from[1]) / 2);
  target.zoom(apart(to) / apart(from), (still[0] + to[0]) / 2, (still[1] + to[1]) / 2);
}
