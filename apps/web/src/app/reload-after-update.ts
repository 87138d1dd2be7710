// A tab from before an update asks for files that are gone. What users have typed in chats and builders is in the browser's storage.

const reloadedKey = 'reloaded_build'

/** Differs from build to build: the name of the built file has a hash. */
const build = import.meta.url

const isServiceReachable = () =>
  fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

async function reload() {
  // Without a connection the browser would show a page of its own in place of this one.
  if (sessionStorage.getItem(reloadedKey) === build || !(await isServiceReachable())) return
  sessionStorage.setItem(reloadedKey, build)
  window.location.reload()
}

/** Reloads the page when a file of it can no longer be loaded: once for each build, so that a file that stays missing is reported. */
export function reloadAfterUpdate(): void {
  window.addEventListener('vite:preloadError', () => void reload())
}
