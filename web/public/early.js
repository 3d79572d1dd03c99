// Runs before the first paint. While the document carries data-early, the page is as the server has drawn it, for a guest,
// and nothing in it answers; src/main.tsx ends that.

// The key and its values are those of src/ui/browser/theme.ts.
try {
  const theme = localStorage.getItem('equerre-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be refused; the system's theme then applies.
}

// For styles/base.css. The cookie is that of src/api/cookies.ts.
if (/(^|; )signed-in=/.test(document.cookie)) document.documentElement.dataset.member = ''

// A file that nobody takes is refused. What takes it: src/desk/use-file-drop.ts.
for (const name of ['dragover', 'drop'])
  addEventListener(name, (event) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  })

// The last press on a button is kept for src/main.tsx, which makes it again.
addEventListener('click', ({ target }) => (window.pressed = target.closest('button')), { capture: true })
