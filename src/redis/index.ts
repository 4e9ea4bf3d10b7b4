export { RedisReplayGuard, type RedisReplayGuardOptions, type RedisSetter } from "./replay-guard.js";
