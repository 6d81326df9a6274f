// A file of kafkajs without types: the requests of a connection.
declare module 'kafkajs/src/network/requestQueue/index.js' {
  export default class RequestQueue {
    constructor(options: {
      readonly maxInFlightRequests: number
      readonly requestTimeout: number
      readonly enforceRequestTimeout: boolean
      readonly clientId: string
      readonly broker: string
      readonly logger: { debug(): void }
    })
    readonly pending: readonly unknown[]
    readonly throttleCheckTimeoutId: NodeJS.Timeout | null
    push(request: {
      readonly entry: { readonly correlationId: number; readonly resolve: () => void }
      readonly expectResponse: boolean
      readonly sendRequest: () => void
    }): void
    fulfillRequest(response: { correlationId: number; payload: Buffer; size: number }): void
    checkPendingRequests(): void
    scheduleCheckPendingRequests(): void
    destroy(): void
  }
}
