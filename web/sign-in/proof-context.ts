import { createContext } from 'react'
import type { ProofRequests } from './proof-requests.ts'

export const ProofContext = createContext<ProofRequests | null>(null)
