import type { View } from '../../jobs/store.ts'

const shapes: { readonly [V in View]: string } = {
  sheet: 'M1.5 1.5h5v5h-5zM9.5 1.5h5v5h-5zM1.5 9.5h5v5h-5zM9.5 9.5h5v5h-5z',
  list: 'M1.5 3h13M1.5 8h13M1.5 13h13',
}

/** Icon of a view: four tiles or three lines. */
export function ViewGlyph({ view }: { view: View }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path d={shapes[view]} fill="none" stroke="currentColor" strokeWidth="1.4" />
    </svg>
  )
}
