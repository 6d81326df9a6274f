import type { Config } from '../platform/config/config.ts'
import { aligned } from './format-text.ts'

/** The settings that commands read: the variable, its field of the configuration, and what it means to a command. */
export const commandEnvironment: readonly {
  readonly variable: string
  readonly field: keyof Config
  readonly text: string
}[] = [
  {
    variable: 'DATA_DIR',
    field: 'dataDir',
    text: 'data folder of the server (default ./data); the server may be running or stopped',
  },
  {
    variable: 'DATABASE_URL',
    field: 'databaseUrl',
    text: 'database of the server, unless it is the embedded one',
  },
  {
    variable: 'MIGRATION_DATABASE_URL',
    field: 'migrationDatabaseUrl',
    text: 'the same with the owner of its tables: for migrate and load',
  },
  { variable: 'LEDGER_URL', field: 'ledgerUrl', text: 'ledger of the server, if it is in Kafka' },
  {
    variable: 'REDIS_URL',
    field: 'redisUrl',
    text: 'Redis of the server, so that open pages show at once what a command changes',
  },
  {
    variable: 'STORAGE_URL',
    field: 'storageUrl',
    text: 'bucket of the server, with its AWS variables, unless its files are in DATA_DIR',
  },
  { variable: 'MAIL_URL', field: 'mailUrl', text: 'mail server, which doctor checks, with MAIL_FROM' },
  {
    variable: 'PUBLIC_URL',
    field: 'publicUrl',
    text: 'address of the pages, whose certificate doctor checks',
  },
  { variable: 'MIN_FREE_DISK', field: 'minFreeDisk', text: 'free disk space that status compares with' },
  { variable: 'DATA_KEEP', field: 'publishedData', text: 'number of series that data publish keeps' },
]

export const environmentHelp = `
Environment, with the values of the server:
${aligned(commandEnvironment.map(({ variable, text }) => [`  ${variable}`, text])).join('\n')}`
