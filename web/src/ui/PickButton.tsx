import { useRef } from 'react'
import { Icon } from './drawings/Icon.tsx'

type PickProps = {
  className: string
  label: string
  /** Shows the icon only. */
  bare?: boolean
  icon?: 'plus' | 'camera'
  camera?: boolean
  disabled: boolean
  onFiles: (files: readonly File[]) => void
}

/** Opens the browser's file picker. Cancelling it fires no `change`, so nothing happens. */
export function PickButton({
  className,
  label,
  icon,
  bare = false,
  camera = false,
  disabled,
  onFiles,
}: PickProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={bare ? label : undefined}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        {icon && <Icon name={icon} />} {!bare && label}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        {...(camera
          ? { accept: 'image/*', capture: 'environment' }
          : { accept: 'image/*,application/pdf', multiple: true })}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // Lets the same file be picked again.
          currentTarget.value = ''
        }}
      />
    </>
  )
}
