import type { Place } from './place.ts'
import { accountsPlaces } from './places/accounts.ts'
import { cataloguePlaces } from './places/catalogue.ts'
import { homePlaces } from './places/home.ts'
import { playsPlaces } from './places/plays.ts'
import { settingsPlaces } from './places/settings.ts'
import { shellPlaces } from './places/shell.ts'
import { uploaderPlaces } from './places/uploader.ts'

/** The contract of wording: the texts of the site, word for word. Changing a text means changing it here too. */
export const places: readonly Place[] = [
  ...shellPlaces,
  ...uploaderPlaces,
  ...homePlaces,
  ...cataloguePlaces,
  ...playsPlaces,
  ...accountsPlaces,
  ...settingsPlaces,
]
