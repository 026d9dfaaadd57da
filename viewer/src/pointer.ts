// Fingers and mouse on the 3-D view: turn, shift, zoom, and a click that picks.
import type { Camera } from './camera';
import { clamp } from './dom';

export interface PointerActions { moved(): void; settled(): void; clicked(x: number, y: number): void }

export function steer(canvas: HTMLCanvasElement, box: HTMLElement, camera: Camera, actions: PointerActions): void {
  const fingers = new Map<number, [number, number]>();
  let way = 0, spread = 0, shifting = false;
  canvas.oncontextmenu = e => e.preventDefault();
  canvas.onpointerdown = e => {
    canvas.setPointerCapture(e.pointerId);
    fingers.set(e.pointerId, [e.clientX, e.clientY]);
    way = 0;
    spread = 0;
    shifting = e.button === 2 || e.button === 1 || e.shiftKey;
  };
  canvas.onpointermove = e => {
    const was = fingers.get(e.pointerId);
    if (!was) return;
    const dx = e.clientX - was[0], dy = e.clientY - was[1];
    way += Math.abs(dx) + Math.abs(dy);
    fingers.set(e.pointerId, [e.clientX, e.clientY]);
    if (fingers.size === 2) {
      const [a, b] = [...fingers.values()], d = Math.hypot(a[0] - b[0], a[1] - b[1]);
      if (spread) camera.height *= spread / Math.max(1, d);
      spread = d;
      camera.shift(dx / 2, dy / 2, box.clientHeight);
    } else if (shifting) camera.shift(dx, dy, box.clientHeight);
    else camera.turn(dx / 160, dy / 160);
    actions.moved();
  };
  const release = (e: PointerEvent): void => {
    if (!fingers.delete(e.pointerId)) return;
    spread = 0;
    if (e.type === 'pointerup' && way < 5 && e.button === 0) actions.clicked(e.offsetX, e.offsetY);
    else actions.settled();
  };
  canvas.onpointerup = release;
  canvas.onpointercancel = release;
  canvas.addEventListener('wheel', e => {
    e.preventDefault();
    const k = Math.exp(clamp(e.deltaY, -200, 200) / 500), w = box.clientWidth, h = box.clientHeight;
    camera.shift((w / 2 - e.offsetX) * (1 - 1 / k) * -1, (h / 2 - e.offsetY) * (1 - 1 / k) * -1, h);
    camera.height *= k;
    actions.moved();
    actions.settled();
  }, { passive: false });
}
