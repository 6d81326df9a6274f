/** Whether typed arrays of this machine lie in memory as they do in packed columns. */
export const hostIsLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1
