/** Runs before the next paint; a hidden tab paints nothing, and is brought up to date twice a second. */
export function requestFrame(callback: () => void): void {
  if (document.hidden) setTimeout(callback, 500)
  else requestAnimationFrame(callback)
}
