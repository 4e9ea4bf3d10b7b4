import { measureIconBoot, measureIcons, measureProcess } from "./measure-icons.js";

async function main(): Promise<void> {
  console.log(`Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`);
  console.log(
    "\n## Icons\n\n| what | CPU | the least there is | CPU | ratio |\n| --- | --- | --- | --- | --- |",
  );
  for (const { name, cpuUs, least, leastUs } of await measureIcons()) {
    const ratio = (cpuUs / leastUs).toFixed(1);
    console.log(`| ${name} | ${cpuUs.toFixed(1)} µs | ${least} | ${leastUs.toFixed(1)} µs | ${ratio} |`);
  }
  console.log(`\nA PNG of 64×64 in a process of its own: ${(await measureProcess(9)).toFixed(0)} ms`);
  const boots = await measureIconBoot(15);
  const bare = boots[0]?.discoverMs ?? Number.NaN;
  console.log(
    "\n## Start of a server with 24 icons, to `server/discover`\n\n| icons | ms | to none |\n| --- | --- | --- |",
  );
  for (const { name, discoverMs } of boots) {
    console.log(`| ${name} | ${discoverMs.toFixed(0)} | ${(discoverMs / bare).toFixed(2)} |`);
  }
}

void main();
