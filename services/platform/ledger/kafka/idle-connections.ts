/// <reference path="./kafkajs-request-queue.d.ts" />
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js'

const { scheduleCheckPendingRequests } = RequestQueue.prototype

/**
 * Stops the polling of idle connections by kafkajs. Once a connection has had a response, kafkajs 2.2.4 checks every
 * millisecond for pending requests, also when there are none: 2 % of a core for a process that does nothing. Requests
 * become pending only in `push`, which schedules the check itself.
 */
export function checkOnlyPendingRequests(): void {
  RequestQueue.prototype.scheduleCheckPendingRequests = function () {
    if (this.pending.length > 0) scheduleCheckPendingRequests.call(this)
  }
}
