import { useState } from 'react'
import { keysHidden, rememberKeysHidden } from './key.ts'

/** Whether keys are hidden on this page, and the switch for it; the choice outlives the visit. */
export function useKeysHidden(): [hidden: boolean, toggle: () => void] {
  const [hidden, setHidden] = useState(keysHidden)
  const toggle = () => {
    rememberKeysHidden(!hidden)
    setHidden(!hidden)
  }
  return [hidden, toggle]
}
