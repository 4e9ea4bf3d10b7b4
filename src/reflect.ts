// tsyringe refuses to load without it, and a class read before it is loaded emits no types: the entry imports this first.
import "reflect-metadata";
