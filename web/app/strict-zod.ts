import { config } from 'zod'

// Without this zod tries whether it may make code from strings, which the content security policy forbids and the browser reports.
config({ jitless: true })
