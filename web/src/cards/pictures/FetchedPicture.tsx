import type { ComponentProps } from 'react'
import { useFetched } from '../../jobs/kept/fetched.ts'

type PictureProps = Omit<ComponentProps<'img'>, 'src'> & { readonly path: string }

/** The image at `path` once it is fetched; its alt text alone when the fetch fails. */
export function FetchedPicture({ path, ...img }: PictureProps) {
  const { url, failed } = useFetched(path)
  return url === null && !failed ? null : <img {...img} {...(url !== null && { src: url })} />
}
