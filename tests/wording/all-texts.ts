import type { AgreedTexts } from './agreed-texts.ts'
import { accountsTexts } from './texts/accounts.ts'
import { catalogueTexts } from './texts/catalogue.ts'
import { homeTexts } from './texts/home.ts'
import { playsTexts } from './texts/plays.ts'
import { settingsTexts } from './texts/settings.ts'
import { shellTexts } from './texts/shell.ts'
import { uploaderTexts } from './texts/uploader.ts'

/** The contract of wording: the texts of the site, word for word. Changing a text means changing it here too. */
export const agreedTexts: readonly AgreedTexts[] = [
  ...shellTexts,
  ...uploaderTexts,
  ...homeTexts,
  ...catalogueTexts,
  ...playsTexts,
  ...accountsTexts,
  ...settingsTexts,
]
