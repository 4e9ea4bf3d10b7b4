/** Names that Windows keeps for devices, with whatever ending and in any case. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/** Whether no file can have this name on Windows. */
export function isDeviceName(name: string): boolean {
  return DEVICE.test(name);
}
