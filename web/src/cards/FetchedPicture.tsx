import type { ComponentProps } from 'react'
import { useFetched } from '../jobs/kept/fetched.ts'

type PictureProps = Omit<ComponentProps<'img'>, 'src'> & { readonly path: string }

/** What lies at `path`, once it is here; its words alone where it cannot be had. */
export function FetchedPicture({ path, ...img }: PictureProps) {
  const { url, failed } = useFetched(path)
  return url === null && !failed ? null : <img {...img} {...(url !== null && { src: url })} />
}
