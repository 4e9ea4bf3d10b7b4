import { type AddRequest, answerAdd, answerDiscover } from "./by-hand.js";

let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk: string) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop() ?? "";
  let out = "";
  for (const line of lines) {
    const request: AddRequest = JSON.parse(line);
    out += `${request.method === "server/discover" ? answerDiscover(request) : answerAdd(request)}\n`;
  }
  process.stdout.write(out);
});
