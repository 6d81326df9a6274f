import { useEffect, useState } from 'react'
import { storageOf, writeText } from '../app/storage.ts'
import { type ThemeName, themeFrom, themeKey } from './themes.ts'

/** The page's theme and its setter; stored, and synchronised across tabs. */
export function useTheme(): [ThemeName, (theme: ThemeName) => void] {
  const [theme, setTheme] = useState(() => themeFrom(document.documentElement.dataset.theme))

  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.key !== themeKey) return
      const next = themeFrom(event.newValue)
      document.documentElement.dataset.theme = next
      setTheme(next)
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [])

  const choose = (next: ThemeName) => {
    document.documentElement.dataset.theme = next
    setTheme(next)
    writeText(storageOf(window), themeKey, next)
  }
  return [theme, choose]
}
