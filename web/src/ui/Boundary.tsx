import { Component } from 'react'
import type { ReactNode } from 'react'

type BoundaryProps = {
  readonly children: ReactNode
  /** What stands there instead of what could not be drawn. */
  readonly fallback: ReactNode
  /** What the part is; another one is tried anew. */
  readonly part?: string
}

type State = { readonly failed: boolean; readonly part: string | undefined }

/**
 * Keeps the rest of the page when a part of it cannot be drawn: mostly one whose script is fetched only now, from a line
 * that is cut, or from a service that was renewed meanwhile.
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
