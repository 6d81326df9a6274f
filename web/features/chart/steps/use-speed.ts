import { useEffect, useState } from 'react'
import { storageOf } from '../../../app/storage.ts'
import { type Speed, speedFrom, speedKey } from './model/speed.ts'

/** The scroll speed and its setter; stored, and synchronised across tabs. */
export function useSpeed(): [Speed, (speed: Speed) => void] {
  const [speed, setSpeed] = useState(() => speedFrom(storageOf(window).getItem(speedKey)))

  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.key === speedKey) setSpeed(speedFrom(event.newValue))
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [])

  const choose = (next: Speed) => {
    setSpeed(next)
    try {
      storageOf(window).setItem(speedKey, next)
    } catch {
      // Storage is full or blocked: the choice lasts as long as the page.
    }
  }
  return [speed, choose]
}
