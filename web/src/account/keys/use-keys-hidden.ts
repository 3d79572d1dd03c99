import { useState } from 'react'
import { keysHidden, rememberKeysHidden } from './key.ts'

/** Whether keys are hidden, and a toggle; the choice is stored. */
export function useKeysHidden(): [hidden: boolean, toggle: () => void] {
  const [hidden, setHidden] = useState(keysHidden)
  const toggle = () => {
    rememberKeysHidden(!hidden)
    setHidden(!hidden)
  }
  return [hidden, toggle]
}
