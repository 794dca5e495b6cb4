// One animation loop for everything that draws. It sleeps while nobody has
// anything left to move.

/** Draws a frame; returns whether it wants another. `dt` in seconds. */
export type Task = (dt: number, now: number) => boolean

export class Loop {
  private readonly tasks = new Set<Task>()
  private readonly awake = new Set<Task>()
  private handle = 0
  private last = 0

  add(t: Task): () => void {
    this.tasks.add(t)
    this.wake(t)
    return () => this.wake(t)
  }

  wake(t: Task): void {
    this.awake.add(t)
    if (!this.handle) {
      this.last = performance.now()
      this.handle = requestAnimationFrame(this.frame)
    }
  }

  wakeAll(): void { for (const t of this.tasks) this.wake(t) }

  private readonly frame = (now: number) => {
    const dt = Math.min(0.1, Math.max(0, (now - this.last) / 1000))
    this.last = now
    this.handle = 0
    const due = [...this.awake]
    this.awake.clear()
    for (const t of due) if (t(dt, now)) this.awake.add(t)
    if (this.awake.size && !this.handle) this.handle = requestAnimationFrame(this.frame)
  }
}

const still = matchMedia('(prefers-reduced-motion: reduce)')
/** Whether the reader asked for no motion; read per frame, it can change. */
export const calm = () => still.matches

/** Moves `from` towards `to` with a half-life in seconds. */
export function ease(from: number, to: number, dt: number, halfLife: number): number {
  if (calm() || halfLife <= 0) return to
  const v = to + (from - to) * 2 ** (-dt / halfLife)
  return Math.abs(v - to) < 1e-3 * Math.max(1, Math.abs(to)) ? to : v
}
