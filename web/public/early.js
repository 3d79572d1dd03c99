// Runs before the first paint. While the document has data-early, the page is the server's markup for a guest and
// does not respond; src/main.tsx removes it.

// The key and its values are those of src/ui/browser/theme.ts.
try {
  const theme = localStorage.getItem('equerre-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be blocked; the system's theme then applies.
}

// For styles/base.css. The cookie is that of src/api/cookies.ts.
if (/(^|; )signed-in=/.test(document.cookie)) document.documentElement.dataset.member = ''

// Refuses files dropped where nothing accepts them; src/desk/use-file-drop.ts overrides this.
for (const name of ['dragover', 'drop'])
  addEventListener(name, (event) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  })

// Records the last button pressed, for src/main.tsx to replay.
addEventListener('click', ({ target }) => (window.pressed = target.closest('button')), { capture: true })
