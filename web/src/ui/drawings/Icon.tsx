import { classes } from '../classes.ts'
import * as styles from './Icon.module.css'

/** Adapted from Lucide (ISC licence), with square corners. */
const paths = {
  menu: 'M4 5h16M4 12h16M4 19h16',
  close: 'M18 6 6 18m0-12 12 12',
  chevron: 'm6 9 6 6 6-6',
  arrow: 'M5 12h14m-7-7 7 7-7 7',
  outside: 'M7 7h10v10M7 17 17 7',
  person: 'M19 21v-2a4 4 0 0 0-4-4H9a4 4 0 0 0-4 4v2M12 3a4 4 0 1 1 0 8 4 4 0 0 1 0-8',
  plus: 'M5 12h14M12 5v14',
  minus: 'M5 12h14',
  download: 'M12 15V3m9 12v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4m4-5 5 5 5-5',
  enlarge: 'M15 3h6v6m0-6-7 7M3 21l7-7m-1 7H3v-6',
  fit: 'M3 7V3h4m10 0h4v4m0 10v4h-4M7 21H3v-4',
  corners: 'M3 8V3h5m8 0h5v5m0 8v5h-5m-8 0H3v-5',
  compare: 'M3 3h18v18H3zM12 3v18',
  text: 'M4 5h16M4 10h16M4 15h16M4 20h10',
  pencil: 'm15 5 4 4M4 20v-4L16 4l4 4L8 20z',
  undo: 'M9 14 4 9l5-5M4 9h10.5a5.5 5.5 0 0 1 0 11H11',
  redo: 'm15 14 5-5-5-5M20 9H9.5a5.5 5.5 0 0 0 0 11H13',
  left: 'm12 19-7-7 7-7M19 12H5',
  up: 'm5 12 7-7 7 7M12 19V5',
  down: 'M12 5v14m7-7-7 7-7-7',
  trash:
    'M10 11v6m4-6v6m5-11v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6M3 6h18M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2',
  retry: 'M21 12a9 9 0 1 1-9-9c2.5 0 4.9 1 6.7 2.7L21 8m0-5v5h-5',
  flat: 'M3 10c6-7 12-7 18 0M3 18h18',
  turn: 'M12 5H4v5m5-2 3-3-3-3M4 14v6h16V5h-4',
  camera:
    'M14 4a2 2 0 0 1 1.8 1l.4 1A2 2 0 0 0 18 7h2a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2h2a2 2 0 0 0 1.8-1l.4-1A2 2 0 0 1 10 4zM12 10a3 3 0 1 1 0 6 3 3 0 0 1 0-6',
  pause: 'M14 3h5v18h-5zM5 3h5v18H5z',
  play: 'M5 3v18l15-9z',
  sun: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8M12 2v2m0 16v2M4.9 4.9l1.4 1.4m11.4 11.4 1.4 1.4M2 12h2m16 0h2M6.3 17.7l-1.4 1.4M19.1 4.9l-1.4 1.4',
  moon: 'M21 12.5a9 9 0 1 1-9.5-9.5 6 6 0 0 0 9.5 9.5',
  copy: 'M8 8h14v14H8zM4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2',
  show: 'M2.1 12.3a1 1 0 0 1 0-.6 10.7 10.7 0 0 1 19.8 0 1 1 0 0 1 0 .6 10.7 10.7 0 0 1-19.8 0M12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6',
  hide: 'M10.7 5.1a10.7 10.7 0 0 1 11.2 6.6 1 1 0 0 1 0 .6 10.7 10.7 0 0 1-1.4 2.5M14.1 14.2a3 3 0 0 1-4.3-4.3M17.5 17.5A10.7 10.7 0 0 1 2.1 12.3a1 1 0 0 1 0-.6 10.7 10.7 0 0 1 4.4-5.2M2 2l20 20',
  leave: 'm16 17 5-5-5-5m5 5H9m0 9H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h4',
  screen: 'M2 3h20v14H2zM8 21h8m-4-4v4',
} as const

type IconName = keyof typeof paths

export function Icon({ name, small = false }: { name: IconName; small?: boolean }) {
  return (
    <svg
      className={small ? classes(styles.icon, styles.small) : styles.icon}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  )
}
