import time; t0=time.perf_counter()
import sys, os, tempfile, asyncio
d=tempfile.mkdtemp(); os.environ["CODEFYUI_USER_DATA_DIR"]=d
from app.compose.serve import serve
from app.settings import Settings
t1=time.perf_counter(); s=Settings.from_env(os.environ); t2=time.perf_counter()
from app.compose import plane, rooms
import app.compose.plane as P
real=rooms.make_services
async def ms(*a):
    t=time.perf_counter(); r=await real(*a); print("make_services",time.perf_counter()-t); return r
ts=time.perf_counter()
def ready(info): print("import",t1-t0,"settings",t2-t1,"start->ready",time.perf_counter()-ts, "total", time.perf_counter()-t0, len(sys.modules))
asyncio.run(serve(s,"127.0.0.1",0,0.05,on_ready=ready,make_services=ms))
