/** Whether the byte order of this machine is that of packed columns. */
export const hostIsLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1
