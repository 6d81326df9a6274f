import { useEffect, useState } from 'react'
import { storageOf } from '../../../app/storage.ts'
import { writeText } from '../../../state/stored-text.ts'
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
    writeText(storageOf(window), speedKey, next)
  }
  return [speed, choose]
}
