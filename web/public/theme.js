// Runs before the first paint. The key and its values are those of src/ui/theme.ts.
try {
  const theme = localStorage.getItem('equerre-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be refused; the system's theme then applies.
}
