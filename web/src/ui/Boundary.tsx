import { Component } from 'react'
import type { ReactNode } from 'react'

type BoundaryProps = {
  readonly children: ReactNode
  /** What stands there instead of what could not be drawn. */
  readonly fallback: ReactNode
}

/**
 * Keeps the rest of the page when a part of it cannot be drawn: mostly one whose script is fetched only now, from a line
 * that is cut, or from a service that was renewed meanwhile.
 */
export class Boundary extends Component<BoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
