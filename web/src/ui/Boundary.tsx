import { Component } from 'react'
import type { ReactNode } from 'react'

type BoundaryProps = {
  readonly children: ReactNode
  /** Shown in place of children that failed to render. */
  readonly fallback: ReactNode
  /** Identifies the children; a change tries again. */
  readonly part?: string
}

type State = { readonly failed: boolean; readonly part: string | undefined }

/**
 * Keeps the rest of the page when a part fails to render, usually because its lazy script did not load: the
 * network is down, or a new release has replaced it.
 */
export class Boundary extends Component<BoundaryProps, State> {
  override state: State = { failed: false, part: this.props.part }

  static getDerivedStateFromProps({ part }: BoundaryProps, state: State) {
    return part === state.part ? null : { failed: false, part }
  }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
